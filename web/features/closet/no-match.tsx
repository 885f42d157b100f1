import { EmptyState } from "#web/ui/empty-state.tsx";

/** A search inside the closet, or inside one style of it, that finds nothing. */
export function NoMatch({ search, style = "your closet" }: { search: string; style?: string | undefined }) {
  return <EmptyState title={`No results for “${search}”`}>Nothing in {style} matches your search.</EmptyState>;
}
