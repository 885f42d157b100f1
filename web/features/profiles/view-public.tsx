import { useNavigate } from "@tanstack/react-router";
import { Button } from "#web/ui/button.tsx";

export function ViewPublic() {
  const navigate = useNavigate();
  return (
    <Button look="outline" onClick={() => void navigate({ to: "/me", search: { view: "public" } })}>
      View Public
    </Button>
  );
}
