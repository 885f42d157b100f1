import { EmptyState } from "#web/ui/empty-state.tsx";

/** A search inside the closet that finds nothing. */
export function NoMatch({ search }: { search: string }) {
  return <EmptyState title={`No results for “${search}”`}>Nothing in your closet matches your search.</EmptyState>;
}
