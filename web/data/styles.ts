import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { stylesKey } from "./style-keys.ts";

export const styleQueries = {
  list: () =>
    queryOptions({
      queryKey: stylesKey,
      queryFn: ({ signal }) => call("GET /api/styles", undefined, signal),
      staleTime: 5 * 60_000,
      select: ({ items }) => items,
    }),
};

/** The name of a style; undefined while the styles load or without an id. */
export function useStyleName(styleId: string | undefined): string | undefined {
  const { data } = useQuery({ ...styleQueries.list(), enabled: styleId !== undefined });
  return data?.find(({ id }) => id === styleId)?.name;
}
