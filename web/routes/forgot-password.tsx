import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { ForgotPasswordScreen } from "#web/features/auth/forgot-password-screen.tsx";

export const Route = createFileRoute("/forgot-password")({ component: ForgotPassword });

function ForgotPassword() {
  const navigate = useNavigate();
  return <ForgotPasswordScreen onRecovered={() => void navigate({ to: "/change-password" })} />;
}
