import path from "node:path";

/**
 * Import cycles among files and among folders, type-only imports included: each as its members in alphabetical order. Tests
 * may import what they test from anywhere and are left out.
 *
 * @param files Sources by path from the root.
 */
export function findImportCycles(files: ReadonlyMap<string, string>): { files: string[][]; folders: string[][] } {
  const sources = [...files].filter(([file]) => /^(?:contract|server|web)\/.*\.tsx?$/.test(file) && !isTest(file));
  const fileGraph: Graph = new Map(sources.map(([file, text]) => [file, importsOf(file, text, files)]));
  const folderGraph: Graph = new Map();
  for (const [file, imported] of fileGraph) {
    const from = path.posix.dirname(file);
    const targets = folderGraph.get(from) ?? new Set();
    for (const target of imported) if (path.posix.dirname(target) !== from) targets.add(path.posix.dirname(target));
    folderGraph.set(from, targets);
  }
  return { files: findCycles(fileGraph), folders: findCycles(folderGraph) };
}

type Graph = Map<string, Set<string>>;

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);

function importsOf(file: string, text: string, files: ReadonlyMap<string, string>): Set<string> {
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map((match) => match[1] ?? "");
  const targets = specifiers.flatMap((specifier) => {
    if (specifier.startsWith("./")) return [path.posix.join(path.posix.dirname(file), specifier)];
    return specifier.startsWith("#") ? [specifier.slice(1)] : [];
  });
  return new Set(targets.filter((target) => files.has(target) && !isTest(target)));
}

/** The strongly connected components of two or more nodes, by Tarjan's algorithm. */
function findCycles(graph: Graph): string[][] {
  const indexes = new Map<string, number>();
  const lows = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];

  function visit(node: string): void {
    const index = indexes.size;
    indexes.set(node, index);
    lows.set(node, index);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!indexes.has(next)) visit(next);
      if (onStack.has(next)) lows.set(node, Math.min(lows.get(node) ?? index, lows.get(next) ?? index));
    }
    if (lows.get(node) !== index) return;
    const component = stack.splice(stack.indexOf(node));
    for (const member of component) onStack.delete(member);
    if (component.length > 1) cycles.push(component.toSorted());
  }

  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return cycles;
}
