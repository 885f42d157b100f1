import { createFileRoute } from "@tanstack/react-router";
import { ChoiceScreen } from "#web/features/auth/choice-screen.tsx";

export const Route = createFileRoute("/auth-choice")({ component: ChoiceScreen });
