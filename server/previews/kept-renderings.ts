import { matchPage } from "#server/http/pages/screen-paths.ts";
import type { PageRenderer } from "./page-renderer.ts";

/** A screen and the data, as JSON, that it was rendered from: the app hydrates the one with the other. */
interface Rendering {
  screen: string;
  data: string;
}

/** Undefined where the renderer is too busy. */
type Render = (path: string, data: string) => Promise<Rendering | undefined>;

/** A rendering of a path, which may still be under way. */
interface Kept {
  /** The path as it was written, and the data without counts. */
  version: string;
  rendering: Promise<Rendering | undefined>;
  keptAtMs: number;
  /** The next rendering of the same version was begun. */
  isRenewed: boolean;
}

const freshMs = 10_000;
/** Until then a rendering of the same version is sent while the next one is made. */
const usableMs = 2 * freshMs;
const renderingsMax = 300;
const counts = /"(likesCount|commentsCount|goingCount|viewsCount)":\d+/g;

/** Of all spellings of an address, which are endless, only the latest is kept: they must not push out other pages. */
function placeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://page");
  const { path, params = {} } = matchPage(pathname) ?? {};
  searchParams.sort();
  const names = Object.values(params).map((name) => name.trim());
  return JSON.stringify([path, names, searchParams.toString()]).toLowerCase();
}

/**
 * Keeps the latest rendering of each path while its data is the same but for counts, which may be twenty seconds old. A page
 * that is asked for all the time is rendered again every ten seconds, and nobody waits for that.
 *
 * @param nowMs A clock that only moves forward.
 */
export function keepRenderings(render: PageRenderer["render"], nowMs: () => number = () => performance.now()): Render {
  const kept = new Map<string, Kept>();
  const renderWith = renderAnew(render);
  return (path, data) => {
    const place = placeOf(path);
    const version = path + data.replaceAll(counts, "");
    const known = kept.get(place);
    const ageMs = nowMs() - (known?.keptAtMs ?? Number.NEGATIVE_INFINITY);
    if (known?.version !== version || ageMs >= usableMs) return keep(place, start(path, version, data)).rendering;
    if (ageMs >= freshMs && !known.isRenewed) renew(place, known, start(path, version, data));
    return known.rendering;
  };

  function start(path: string, version: string, data: string): Kept {
    return { version, rendering: renderWith(path, data), keptAtMs: nowMs(), isRenewed: false };
  }

  function keep(place: string, made: Kept): Kept {
    kept.delete(place);
    kept.set(place, made);
    const [oldest] = kept.keys();
    if (kept.size > renderingsMax && oldest !== undefined) kept.delete(oldest);
    const forget = () => kept.get(place) === made && kept.delete(place);
    made.rendering.then((rendering) => rendering ?? forget(), forget);
    return made;
  }

  function renew(place: string, known: Kept, next: Kept): void {
    known.isRenewed = true;
    // A failure is reported by the request that comes when the known rendering is too old.
    next.rendering.then(
      (made) => void (made && kept.get(place) === known && keep(place, next)),
      () => undefined,
    );
  }
}

/** Keeps nothing, for a process that is asked for each page once. */
export const renderAnew =
  (render: PageRenderer["render"]): Render =>
  async (path, data) => {
    const screen = await render(path, data);
    return screen === undefined ? undefined : { screen, data };
  };
