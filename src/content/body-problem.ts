export type DirectiveProblem =
  | { readonly kind: 'unclosed-directive'; readonly name: string }
  /** The directive's name, including the colons. */
  | { readonly kind: 'unknown-directive'; readonly name: string }
  | { readonly kind: 'misspelt-directive' }
  | { readonly kind: 'misspelt-lang' }

export type BodyProblem = {
  /** The line in the body, counted from 1. */
  readonly line: number
} & (
  | DirectiveProblem
  | { readonly kind: 'nested-marker' }
  | { readonly kind: 'figure-without-image' }
  | { readonly kind: 'figure-without-alt' }
  | { readonly kind: 'figure-without-size' }
  | { readonly kind: 'audio-without-file' }
  | { readonly kind: 'audio-without-title' }
  | { readonly kind: 'embed-without-address' }
)

export type NothingBehindFreePreview = { readonly kind: 'nothing-behind-free-preview' }

/**
 * A figure in an issue's body. An issue shows only its stories' pictures, because an email can't keep a picture closed
 * or play a recording.
 */
export type FigureInIssue = { readonly kind: 'figure-in-issue' }

type WholeBodyProblem = NothingBehindFreePreview | FigureInIssue

export function describeBodyProblem(problem: BodyProblem | WholeBodyProblem): string {
  switch (problem.kind) {
    case 'unclosed-directive':
      return `the directive :::${problem.name} is never closed with :::`
    case 'unknown-directive':
      return `unknown directive ${problem.name}`
    case 'misspelt-directive':
      return 'a directive must be ::name{attribute="value"}, without spaces before it or braces in a value'
    case 'misspelt-lang':
      return 'words in another language must be :lang[words]{ur}, without brackets in the words and with a language tag such as ur or hi-Latn'
    case 'nested-marker':
      return '<!-- more --> must be a paragraph of its own, not inside a quotation or list'
    case 'figure-without-image':
      return '::figure needs image="…" with the id of a stored picture, or src="…" in a manuscript'
    case 'figure-without-alt':
      return '::figure needs alt="…"'
    case 'figure-without-size':
      return '::figure needs width="…" and height="…" of the picture, in pixels'
    case 'audio-without-file':
      return '::audio needs file="…" with the id of a stored recording, or src="…" in a manuscript'
    case 'audio-without-title':
      return '::audio needs title="…"'
    case 'embed-without-address':
      return '::embed needs url="https://…"'
    case 'nothing-behind-free-preview':
      return 'has no text behind its free preview, so everybody could read all of it: insert <!-- more -->'
    case 'figure-in-issue':
      return 'can’t have pictures or recordings: an issue shows its stories’ pictures'
  }
}

export function formatBodyProblem(problem: BodyProblem | WholeBodyProblem): string {
  const description = describeBodyProblem(problem)
  return 'line' in problem ? `line ${problem.line}: ${description}` : description
}
