import { createFileRoute } from "@tanstack/react-router";
import { BoardScreen } from "#web/features/boards/board-screen.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/boards/$boardId")({ beforeLoad: requireSession, component: Board });

function Board() {
  const { boardId } = Route.useParams();
  const { userId } = Route.useRouteContext();
  return <BoardScreen boardId={boardId} userId={userId} />;
}
