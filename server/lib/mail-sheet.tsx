// The pragma is for tools that run the sources as they are and read no tsconfig of this folder.
/** @jsxRuntime automatic */
import type { ReactNode } from "react";
import { Body, Container, Head, Html, Preview, Text } from "#server/lib/mail-parts.ts";

const darkMode = `
  @media (prefers-color-scheme: dark) {
    .paper { background-color: #100f0e !important; }
    .sheet { background-color: #191716 !important; border-color: #2a2725 !important; }
    .ink, .code { color: #f4efe8 !important; }
    .muted { color: #a0978b !important; }
    .line, .code { border-color: #2a2725 !important; }
    .button { background-color: #ff6a4d !important; color: #190500 !important; }
  }`;
const serif = "'Bodoni Moda', Didot, 'Times New Roman', serif";
const sans = "'Instrument Sans', 'Helvetica Neue', Arial, sans-serif";

/** The looks of every mail. */
export const mailStyle = {
  paper: { backgroundColor: "#faf8f4", margin: 0, padding: "32px 12px", fontFamily: sans },
  sheet: {
    backgroundColor: "#ffffff",
    border: "1px solid #e8e2d9",
    borderRadius: 14,
    padding: "36px 32px",
    maxWidth: 520,
  },
  brand: { fontFamily: serif, fontSize: 22, color: "#161412", margin: "0 0 28px", letterSpacing: "0.02em" },
  title: { fontFamily: serif, fontWeight: 400, fontSize: 32, lineHeight: "36px", color: "#161412", margin: "0 0 16px" },
  text: { fontSize: 16, lineHeight: "24px", color: "#161412", margin: "0 0 24px" },
  button: {
    backgroundColor: "#d9381e",
    color: "#ffffff",
    borderRadius: 999,
    fontSize: 16,
    fontWeight: 600,
    padding: "14px 28px",
    textDecoration: "none",
  },
  code: {
    fontSize: 30,
    letterSpacing: "0.3em",
    color: "#161412",
    border: "1px solid #e8e2d9",
    borderRadius: 10,
    padding: "14px 8px 14px 20px",
    textAlign: "center" as const,
    margin: "0 0 24px",
  },
  line: { borderColor: "#e8e2d9", margin: "28px 0 20px" },
  fine: { fontSize: 13, lineHeight: "20px", color: "#6e665c", margin: 0 },
};

interface MailSheetProps {
  siteName: string;
  preview: string;
  children: ReactNode;
}

/** The layout of every mail: background, name of the site, content. */
export function MailSheet({ siteName, preview, children }: MailSheetProps): ReactNode {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkMode}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="paper" style={mailStyle.paper}>
        <Container className="sheet" style={mailStyle.sheet}>
          <Text className="ink" style={mailStyle.brand}>
            {siteName}
          </Text>
          {children}
        </Container>
      </Body>
    </Html>
  );
}
