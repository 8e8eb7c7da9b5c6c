/** Renders a body that is being imported, which several steps do in turn. */
import { renderBody } from '../../../src/content/markdown.ts'

type RenderedBody = ReturnType<typeof renderBody>
let last: { readonly body: string; readonly rendered: RenderedBody } | null = null

/** The last result is kept, because the next step usually renders the same body. */
export function renderImportedBody(body: string): RenderedBody {
  if (last?.body !== body) last = { body, rendered: renderBody(body) }
  return last.rendered
}
