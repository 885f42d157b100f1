// The pragma is for tools that run the sources as they are and read no tsconfig of this folder.
/** @jsxRuntime automatic */
import { render } from "@react-email/render";
import { Button, Heading, Hr, Section, Text } from "#server/lib/mail-parts.ts";
import { MailSheet, mailStyle } from "#server/lib/mail-sheet.tsx";

/** What a mail says; `link` is where its button leads. */
export interface ProductMailText {
  subject: string;
  title: string;
  lead: string;
  button: string;
  link: string;
  ending: string;
}

/** A mail as subject, HTML (light and dark) and plain text. */
export async function renderProductMail(
  text: ProductMailText,
  siteName: string,
): Promise<{ subject: string; html: string; text: string }> {
  const page = (
    <MailSheet siteName={siteName} preview={text.lead}>
      <Heading as="h1" className="ink" style={mailStyle.title}>
        {text.title}
      </Heading>
      <Text className="ink" style={mailStyle.text}>
        {text.lead}
      </Text>
      <Section style={{ margin: "0 0 28px" }}>
        <Button className="button" href={text.link} style={mailStyle.button}>
          {text.button}
        </Button>
      </Section>
      <Hr className="line" style={mailStyle.line} />
      <Text className="muted" style={mailStyle.fine}>
        {text.ending}
      </Text>
    </MailSheet>
  );
  return { subject: text.subject, html: await render(page), text: await render(page, { plainText: true }) };
}
