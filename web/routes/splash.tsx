import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { SplashScreen } from "#web/features/onboarding/splash-screen.tsx";

export const Route = createFileRoute("/splash")({ component: Splash });

function Splash() {
  const navigate = useNavigate();
  const onDone = useCallback(
    (isMember: boolean) => void navigate({ to: isMember ? "/" : "/onboarding", replace: true }),
    [navigate],
  );
  return <SplashScreen onDone={onDone} />;
}
