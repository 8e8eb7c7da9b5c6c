/** Checks the text while it is typed, and counts its words. The server's responses add problems that only it finds. */
import { callTimeout } from '../../browser/call-timeout.ts'
import { withLimit } from '../../browser/with-limit.ts'
import { parseInstant } from '../../content/manuscript/instant.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import { getFieldKind } from '../../domain/text-fields.ts'
import { documentForms } from './document-forms.ts'
import { loadNames } from './document-names.ts'
import { findPart } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'
import type { Fields } from './fields-panel.ts'
import { showOutline } from './outline.ts'
import { hasUnsaved } from './saving.ts'
import { showProblems } from './show-problems.ts'
import { describeLength } from './show-status.ts'

/** Milliseconds after the last keystroke. */
const checkPause = 300

/** Times are text in drafts, and Dates in documents. */
const readTimes = (collection: ManuscriptCollection, fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const isTime = getFieldKind(collection, name) === 'time' && typeof value === 'string'
      return [name, (isTime ? parseInstant(value) : null) ?? value]
    }),
  )

/** Returns a function that checks the text immediately. */
export function startChecking(editor: OpenEditor): () => Promise<void> {
  const { read, session, slug, collection, $problems } = editor
  let timer: ReturnType<typeof setTimeout> | undefined
  const { hasText } = documentForms[collection]
  const names = new Map<string, ReadonlyMap<string, string>>()

  /** Only the authors and tags are loaded. */
  const hasDocument = (path: string) => {
    const [folder = '', name = ''] = path.split('/')
    const known = names.get(folder)
    if (known === undefined || known.size === 0) return folder === 'authors' || folder === 'tags'
    return known.has(name)
  }

  async function check() {
    const [{ checkDocument }, { renderBody }] = await Promise.all([
      import('../../content/manuscript/check-document.ts'),
      import('../../content/markdown.ts'),
    ])
    const { fields, body } = read()
    const state = collection === 'articles' ? { status: 'published', publishedAt: new Date() } : {}
    const document = { fields: { ...readTimes(collection, fields), ...state }, body }
    const { problems } = checkDocument(collection, slug, document, { hasDocument })
    const known = new Set(problems.map(({ message }) => message))
    const others = hasUnsaved(session.$saving.get())
      ? []
      : session.$serverProblems.get().filter(({ message }) => !known.has(message))
    $problems.set([...problems, ...others])
    findPart('count').textContent = hasText ? describeLength(renderBody(body).words) : ''
    showOutline(editor)
  }

  // If the checker's code doesn't arrive, for example after a deployment, the server's problems are shown.
  const checkNow = () =>
    withLimit(check(), callTimeout).catch(() => $problems.set(session.$serverProblems.get()))

  function checkSoon() {
    clearTimeout(timer)
    timer = setTimeout(checkNow, checkPause)
  }

  $problems.listen((problems) => showProblems(editor, problems))
  session.$saving.listen(checkSoon)
  for (const collection of ['authors', 'tags'] as const)
    void loadNames(collection).then((loaded) => {
      names.set(collection, loaded)
      checkSoon()
    })
  checkSoon()
  return checkNow
}
