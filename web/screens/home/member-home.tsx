import { nameOf } from "#contract/member-names.ts";
import { useMe } from "#web/data/me.ts";
import { Shortcuts } from "#web/features/home/shortcuts.tsx";
import { TrendingOutfits } from "#web/features/outfits/trending-outfits.tsx";
import { PageHeading } from "#web/shell/page.tsx";

/** A member's first page; a visitor never loads it. */
export function MemberHome() {
  const me = useMe();
  const name = me && nameOf(me);
  return (
    <>
      <PageHeading>
        Welcome Back{name !== undefined && ","} {/* On phones it has its own line, reserved until it loads. */}
        <em key={name} className="animate-[appear_0.2s_var(--ease-out)] max-md:block max-md:min-h-[1lh]">
          {name}
        </em>
      </PageHeading>
      <Shortcuts />
      <TrendingOutfits />
    </>
  );
}
