import { createFileRoute } from "@tanstack/react-router";
import { ContentPage } from "#web/features/admin/content/content-page.tsx";

export const Route = createFileRoute("/admin/content")({ component: ContentPage });
