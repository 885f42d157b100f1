// The pragma is for tools that run the sources directly and ignore this folder's tsconfig.
/** @jsxRuntime automatic */
import { render } from "@react-email/render";
import type { ReactNode } from "react";
import { shortenText } from "#server/lib/cut-text.ts";
import { Button, Heading, Hr, Link, Section, Text } from "#server/lib/mail-parts.ts";
import { MailSheet, mailStyle as style } from "#server/lib/mail-sheet.tsx";

/** The content of a digest. */
export interface Digest {
  username: string;
  lines: { text: string; url: string }[];
  /** The number of notifications beyond the lines. */
  moreCount: number;
  listUrl: string;
  settingsUrl: string;
  /** Opens a page that asks whether to stop these emails. */
  stopUrl: string;
}

/** Renders the digest as subject, HTML (light and dark) and plain text. */
export async function renderDigest(
  digest: Digest,
  siteName: string,
): Promise<{ subject: string; html: string; text: string }> {
  const page = <DigestPage digest={digest} siteName={siteName} />;
  return {
    subject: subjectOf(digest, siteName),
    html: await render(page),
    text: await render(page, { plainText: true }),
  };
}

/** Longer ones are suspicious to mail servers; what moderators write has up to 2,000 characters. */
const subjectCharsMax = 150;

function subjectOf({ lines, moreCount }: Digest, siteName: string): string {
  const first = shortenText(lines[0]?.text ?? `What's new on ${siteName}`, subjectCharsMax);
  const others = lines.length - 1 + moreCount;
  return others > 0 ? `${first}, and ${others} more` : first;
}

function DigestPage({ digest, siteName }: { digest: Digest; siteName: string }): ReactNode {
  const { username, lines, moreCount, listUrl, settingsUrl, stopUrl } = digest;
  return (
    <MailSheet siteName={siteName} preview={lines.map((line) => line.text).join(" · ")}>
      <Heading as="h1" className="ink" style={style.title}>
        While you were away
      </Heading>
      {lines.map((line) => (
        <Text key={line.url + line.text} className="ink" style={{ ...style.text, margin: "0 0 12px" }}>
          <Link className="ink" href={line.url} style={{ color: style.text.color, textDecoration: "underline" }}>
            {line.text}
          </Link>
        </Text>
      ))}
      {moreCount > 0 && (
        <Text className="muted" style={style.fine}>
          And {moreCount} more.
        </Text>
      )}
      <Section style={{ margin: "20px 0 28px" }}>
        <Button className="button" href={listUrl} style={style.button}>
          See all
        </Button>
      </Section>
      <Hr className="line" style={style.line} />
      <Text className="muted" style={style.fine}>
        You're receiving this because email notifications are on for @{username}.{" "}
        <Link className="muted" href={settingsUrl} style={{ color: style.fine.color, textDecoration: "underline" }}>
          Choose your emails
        </Link>{" "}
        or{" "}
        <Link className="muted" href={stopUrl} style={{ color: style.fine.color, textDecoration: "underline" }}>
          unsubscribe
        </Link>
        .
      </Text>
    </MailSheet>
  );
}
