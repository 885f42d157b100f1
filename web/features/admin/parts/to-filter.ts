import type { z } from "zod";

/** The filter in an address, without values that its fields do not allow. */
export function toFilter<Filter extends object>(
  { shape }: { shape: Record<keyof Filter, z.ZodType> },
  search: Partial<Record<keyof Filter, string | undefined>>,
): Filter {
  const names = Object.keys(shape) as (keyof Filter)[];
  const fields = names.map((name) => [name, shape[name].safeParse(search[name]).data] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Filter;
}
