import { createFileRoute } from "@tanstack/react-router";
import { UsersPage } from "#web/features/admin/members/users-page.tsx";

export const Route = createFileRoute("/admin/users/")({ component: UsersPage });
