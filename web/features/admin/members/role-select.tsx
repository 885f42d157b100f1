import { useState } from "react";
import type { AdminMember, Role } from "#contract/admin-members.ts";
import { useSetRole } from "#web/data/admin-members.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Select } from "#web/features/admin/parts/select.tsx";

const roleNames: Record<Role, string> = { user: "User", business: "Business", admin: "Admin" };
const options = (["user", "business", "admin"] as const).map((value) => ({ value, label: roleNames[value] }));

/** A member's one role; a change asks first. */
export function RoleSelect({ member }: { member: AdminMember }) {
  const [wanted, setWanted] = useState<Role>();
  const change = useSetRole();
  const apply = (role: Role) =>
    change.mutate({ memberId: member.id, role, reason: null }, { onSettled: () => setWanted(undefined) });
  return (
    <>
      <Select
        label={`Role of @${member.username}`}
        value={member.role}
        options={options}
        disabled={change.isPending}
        onSelect={setWanted}
      />
      <ConfirmDialog
        isOpen={wanted !== undefined}
        onClose={() => setWanted(undefined)}
        onConfirm={() => wanted && apply(wanted)}
        title={`Change @${member.username}'s role to ${wanted ? roleNames[wanted] : ""}?`}
        confirmLabel="Change role"
        isBusy={change.isPending}
      >
        {wanted === "admin"
          ? "Admins can see and change everything in this area."
          : "The change takes effect with their next request."}
      </ConfirmDialog>
    </>
  );
}
