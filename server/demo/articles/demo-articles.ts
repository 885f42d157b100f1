import { colour } from "./colour.ts";
import type { DemoArticle } from "./demo-article.ts";
import { secondHand } from "./second-hand.ts";
import { smartCasual } from "./smart-casual.ts";
import { sweater } from "./sweater.ts";
import { tailor } from "./tailor.ts";
import { thirtyPieces } from "./thirty-pieces.ts";

/** The articles of the sample data, newest first. */
export const DEMO_ARTICLES: readonly DemoArticle[] = [sweater, thirtyPieces, smartCasual, colour, secondHand, tailor];
