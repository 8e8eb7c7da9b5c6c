import type { Fix } from './problem.ts'

/** A body with its lines' offsets and, as the last, the offset at which a further line would begin. */
export type BodyLines = { readonly body: string; readonly starts: readonly number[] }

export const splitLines = (body: string): BodyLines => ({
  body,
  starts: [0, ...Array.from(body.matchAll(/\n/g), ({ index }) => index + 1), body.length + 1],
})

/** `line` counts from 1. */
export const getLine = ({ body, starts }: BodyLines, line: number): string =>
  body.slice(starts[line - 1], starts[line]! - 1)

/** Returns the line that contains the offset, counted from 1. */
export const findLine = ({ starts }: BodyLines, offset: number): number =>
  starts.findLastIndex((start, index) => start <= offset && index < starts.length - 1) + 1

/** Replaces whole lines, except for the line break after the last. */
export const replaceLines = (
  { starts }: BodyLines,
  first: number,
  last: number,
  insert: string,
): Fix => ({ edit: { from: starts[first - 1]!, to: starts[last]! - 1, insert } })
