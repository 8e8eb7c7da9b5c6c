/** Fixes problems that the renderer reports, if it's clear enough what the writer meant. */
import { findClosestWord } from '../../domain/closest-word.ts'
import type { describeBodyProblem } from '../body-problem.ts'
import { findFirstParagraphEnd } from '../markdown.ts'
import { directiveNames } from '../markdown-directives.ts'
import { type BodyLines, getLine, replaceLines } from './body-lines.ts'
import type { Fix } from './problem.ts'

type FixedProblem = {
  /** Replaces the general message. */
  readonly message?: string
  readonly fix?: Fix
}

export function fixBodyProblem(
  problem: Parameters<typeof describeBodyProblem>[0],
  text: BodyLines,
): FixedProblem {
  switch (problem.kind) {
    case 'unknown-directive':
      return fixUnknownDirective(problem.name, text, problem.line)
    case 'misspelt-directive':
      return fixMisspeltDirective(text, problem.line)
    case 'unclosed-directive':
      return getLine(text, problem.line).trimStart().startsWith(':::')
        ? closeDirective(text, problem.line)
        : fixUnknownDirective(`::${problem.name}`, text, problem.line)
    case 'figure-without-image':
    case 'figure-without-alt':
    case 'figure-without-size':
    case 'audio-without-file':
    case 'audio-without-title':
    case 'embed-without-address':
      return straightenQuotes(text, problem.line)
    case 'nothing-behind-free-preview':
      return endFreePreview(text)
    case 'misspelt-lang':
    case 'nested-marker':
    case 'figure-in-issue':
      return {}
  }
}

function fixUnknownDirective(name: string, text: BodyLines, line: number): FixedProblem {
  const meant = findClosestWord(name, directiveNames)
  if (!meant) return {}
  const insert = getLine(text, line).replace(name, meant)
  return {
    message: `unknown directive ${name}. Did you mean ${meant}?`,
    fix: { ...replaceLines(text, line, line, insert), isGuess: true },
  }
}

const misspeltPattern = /^(\s*)(:{2,3})\s?([a-z]+)\s*(\{[^{}]*\})\s*$/i

function fixMisspeltDirective(text: BodyLines, line: number): FixedProblem {
  const [, indent, colons, name = '', attributes] = misspeltPattern.exec(getLine(text, line)) ?? []
  if (attributes === undefined) return {}
  const meant = findClosestWord(name, directiveNames) ?? `${colons}${name.toLowerCase()}`
  return { fix: replaceLines(text, line, line, `${indent}${meant}${attributes}`) }
}

/** Closes a directive before the next empty line, or at the end. */
function closeDirective(text: BodyLines, line: number): FixedProblem {
  let last = line
  while (last < text.starts.length - 1 && getLine(text, last + 1).trim() !== '') last++
  const insert = `${getLine(text, last)}\n:::`
  return { fix: { ...replaceLines(text, last, last, insert), isGuess: true } }
}

/** Word processors write curly quotation marks, and some people write single ones. */
const curlyValue = /(?<![a-zA-Z])([a-zA-Z]+)=(?:[“”„«]([^"“”„«»]*)[“”»]|'([^"']*)')/g

function straightenQuotes(text: BodyLines, line: number): FixedProblem {
  const source = getLine(text, line)
  const insert = source.replace(
    curlyValue,
    (_, name: string, curly?: string, single?: string) => `${name}="${curly ?? single}"`,
  )
  if (insert === source) return {}
  const message = 'attributes need straight quotation marks, such as alt="…"'
  return { message, fix: replaceLines(text, line, line, insert) }
}

function endFreePreview(text: BodyLines): FixedProblem {
  const line = findFirstParagraphEnd(text.body)
  if (line === null || line >= text.starts.length - 1) return {}
  const insert = `${getLine(text, line)}\n\n<!-- more -->`
  return { fix: { ...replaceLines(text, line, line, insert), isGuess: true } }
}
