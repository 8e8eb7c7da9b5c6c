/** What an editor has to fix in a body, and the words for it. */

export type DirectiveProblem =
  | { readonly kind: 'unclosed-directive'; readonly name: string }
  /** With its colons. */
  | { readonly kind: 'unknown-directive'; readonly name: string }
  | { readonly kind: 'misspelt-directive' }
  | { readonly kind: 'misspelt-lang' }

export type BodyProblem = {
  /** Within the body, from 1. */
  readonly line: number
} & (
  | DirectiveProblem
  | { readonly kind: 'nested-marker' }
  | { readonly kind: 'figure-without-picture' }
  | { readonly kind: 'figure-without-alt' }
  | { readonly kind: 'figure-without-size' }
  | { readonly kind: 'embed-without-address' }
)

/** Concerns the body as a whole. */
export type OpenBody = { readonly kind: 'nothing-closed' }

export function describeBodyProblem(problem: BodyProblem | OpenBody): string {
  switch (problem.kind) {
    case 'unclosed-directive':
      return `the directive :::${problem.name} is never closed with :::`
    case 'unknown-directive':
      return `there is no directive ${problem.name}`
    case 'misspelt-directive':
      return 'a directive is ::name{attribute="value"}, without spaces before it or braces in a value'
    case 'misspelt-lang':
      return 'words in another language are :lang[words]{ur}, without brackets in them, and with a language tag such as ur or hi-Latn'
    case 'nested-marker':
      return '<!-- more --> must stand by itself, not in a quotation or list'
    case 'figure-without-picture':
      return '::figure needs image="…" with the id of a stored picture'
    case 'figure-without-alt':
      return '::figure needs alt="…"'
    case 'figure-without-size':
      return '::figure needs width="…" and height="…" of the picture, in pixels'
    case 'embed-without-address':
      return '::embed needs url="https://…"'
    case 'nothing-closed':
      return 'has nothing behind its lead-in, so all of it would be open: set <!-- more -->'
  }
}

/** With its line, where it has one. */
export function printBodyProblem(problem: BodyProblem | OpenBody): string {
  const words = describeBodyProblem(problem)
  return 'line' in problem ? `line ${problem.line}: ${words}` : words
}
