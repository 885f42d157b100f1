const wholeCharsMax = 14;

/** Keeps words such as “T-shirt” on one line; longer ones may still break at the hyphen, or they would overflow. */
export function NoBreak({ children }: { children: string }) {
  return children.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 1 && part.length <= wholeCharsMax ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
