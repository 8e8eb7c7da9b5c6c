/** Gives each line the direction that its paragraph will have on the page: that of most of its letters. */
import type { Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import {
  countLettersByLanguage,
  findMainLanguage,
  getStoryLanguage,
  type TextLanguage,
} from '../../../domain/text-language.ts'
import { mayContainOtherScripts } from '../../../domain/writing-system.ts'

const directions = {
  ltr: Decoration.line({ attributes: { dir: 'ltr' } }),
  rtl: Decoration.line({ attributes: { dir: 'rtl' } }),
}

function findDirection(text: string, around: TextLanguage, language?: string) {
  if (around.dir === 'ltr' && !mayContainOtherScripts(text)) return 'ltr'
  return findMainLanguage(countLettersByLanguage(text, language), around, language).dir
}

function decorate({ visibleRanges, state }: EditorView, language?: string): DecorationSet {
  const around = getStoryLanguage({ language })
  const ranges: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at)
      const dir = findDirection(line.text, around, language)
      ranges.push(directions[dir].range(line.from))
      at = line.to + 1
    }
  }
  return Decoration.set(ranges, true)
}

/** `findLanguage` returns the story's language if that isn't the publication's. */
export const createLineDirection = (findLanguage: () => string | undefined) => [
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = decorate(view, findLanguage())
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged || update.focusChanged)
          this.decorations = decorate(update.view, findLanguage())
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
  EditorView.perLineTextDirection.of(true),
]
