import { createFileRoute } from "@tanstack/react-router";
import { ChoiceScreen } from "#web/features/auth/choice-screen.tsx";
import { requireVisitor } from "#web/shell/require-visitor.ts";

export const Route = createFileRoute("/auth-choice")({
  beforeLoad: () => requireVisitor(),
  component: ChoiceScreen,
});
