/** Shows what is missing or wrong: in the panel, in the text, and before publishing. */
import { setDiagnostics } from '@codemirror/lint'
import { createElement } from '../../browser/create-element.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import { applyFix } from './apply-fix.ts'
import { nameField } from './document-forms.ts'
import type { SavedProblem } from './draft-session.ts'
import { createButton, findPart } from './editor-parts.ts'
import { type OpenEditor, showContent } from './editor-state.ts'

export type NamedProblem = SavedProblem & { readonly text: string }

function describe(
  { field, line, message }: SavedProblem,
  collection: ManuscriptCollection,
): string {
  const place = line === undefined ? nameField(collection, field) : `Line ${line}`
  return `${place}: ${message}`
}

/** Lists each text once, because a missing picture lacks several fields. */
const nameProblems = (
  problems: readonly SavedProblem[],
  collection: ManuscriptCollection,
): NamedProblem[] => [
  ...new Map(
    problems.map((problem) => {
      const text = describe(problem, collection)
      return [text, { ...problem, text }]
    }),
  ).values(),
]

export const listProblems = ({
  $problems,
  collection,
}: Pick<OpenEditor, '$problems' | 'collection'>): NamedProblem[] =>
  nameProblems($problems.get(), collection)

export function focusProblem(
  { text }: Pick<OpenEditor, 'text'>,
  { field, line }: Pick<SavedProblem, 'field' | 'line'>,
) {
  const [name] = field
  const showDetails = (isShown: boolean) =>
    findPart('columns').classList.toggle('shows-details', isShown)
  if (name === 'body') {
    showDetails(false)
    return text.goToLine(line ?? 1)
  }
  const target: HTMLElement | null =
    document.querySelector<HTMLElement>(`[data-desk-editor] [name="${name}"]`) ??
    document.querySelector<HTMLElement>(`[data-names="${name}"] input`) ??
    document.querySelector<HTMLElement>(`[data-place="${name}"]`)
  showDetails(findPart('details').contains(target))
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

function solve(editor: OpenEditor, { field, fix }: NamedProblem) {
  if (!fix) return
  showContent(editor, applyFix(editor.read(), field, fix))
  editor.session.change()
}

/** Marks lines with problems. In CodeMirror, F8 moves to the next problem. */
function markLines(editor: OpenEditor, problems: readonly NamedProblem[]) {
  const { view } = editor.text
  const { state } = view
  const diagnostics = problems.flatMap((problem) => {
    const { line, message, fix } = problem
    if (line === undefined || line > state.doc.lines) return []
    const { from, to } = state.doc.line(line)
    const actions = fix ? [{ name: 'Fix', apply: () => solve(editor, problem) }] : []
    return [{ from, to, severity: 'warning' as const, message, actions }]
  })
  view.dispatch(setDiagnostics(state, diagnostics))
}

export function showProblems(editor: OpenEditor, problems: readonly SavedProblem[]) {
  const named = nameProblems(problems, editor.collection)
  const list = findPart('problems')
  list.replaceChildren(
    ...named.map((problem) =>
      createElement(
        'li',
        {},
        createButton(problem.text, () => focusProblem(editor, problem), 'quiet'),
        problem.fix && createButton('Fix', () => solve(editor, problem), 'quiet'),
      ),
    ),
  )
  if (named.length === 0) list.append(createElement('li', { class: 'fine' }, 'Nothing is missing.'))
  markLines(editor, named)
}
