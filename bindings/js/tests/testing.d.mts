import type { TestContext } from "node:test";

export const PATIENCE: number;
export const LIMIT: number;
export const seed: number;
export function numbersFrom(start: number): () => number;
export function chanceOfPage(): string;
type Body = (context: TestContext) => Promise<void> | void;
export function test(name: string, body: Body): void;
export function test(
  name: string,
  options: { timeout?: number; skip?: boolean | string; slow?: boolean },
  body: Body,
): void;
export function until<T>(
  what: string | (() => string),
  ask: () => T | Promise<T>,
): Promise<Exclude<T, false | null | undefined>>;
