import { createFileRoute } from "@tanstack/react-router";
import { Page, PageHeading } from "#web/shell/page.tsx";

export const Route = createFileRoute("/")({ component: Home });

function Home() {
  return (
    <Page title="Home">
      <PageHeading>Fash</PageHeading>
    </Page>
  );
}
