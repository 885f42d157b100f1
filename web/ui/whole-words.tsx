const wholeCharsMax = 14;

/** Words such as «T-shirt» stay on one line; a longer one may still break at its hyphen, or it would leave the page. */
export function WholeWords({ children }: { children: string }) {
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
