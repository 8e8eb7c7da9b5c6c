/** Points links to files at the old site: such files aren't imported, and paths would lead to the new site. */
import { type Note, type Noted, noteForEditor, noteLoss, withNotes } from '../items/note.ts'
import { transformOutsideCode } from '../sources/markdown/transform-outside-code.ts'

/** Matches a link's destination, even in a reference definition. */
const destination =
  /(\]\(<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?)(\/(?!\/)[^\s()<>]+|https?:[^\s()<>]+)/gim

const filePath =
  /^\/content\/(?:files|media)\/|\.(?:pdf|zip|gz|7z|epub|mobi|docx?|xlsx?|pptx?|od[pst]|rtf|csv|txt|ics|mp3|m4a|ogg|oga|wav|flac|aac|mp4|m4v|webm|ogv|mov|avi|wmv|jpe?g|png|gif|webp|avif|svg|tiff?)$/i

export function linkFilesToOldSite(body: string, oldSite: string | null): Noted<string> {
  const notes: Note[] = []
  const changed = transformOutsideCode(body, (text) =>
    text.replace(destination, (whole, before: string, target: string) => {
      const url = URL.parse(target, oldSite ?? 'https://old.invalid')
      if (!url || !filePath.test(url.pathname)) return whole
      if (oldSite === null) {
        if (target.startsWith('/'))
          notes.push(
            noteLoss('link to a file on the old site: set oldSite to keep it working: {}', target),
          )
        return whole
      }
      if (getHost(url) !== getHost(new URL(oldSite))) return whole
      notes.push(noteForEditor('link to a file that is still on the old site: {}', url.href))
      return before + (target.startsWith('/') ? url.href : target)
    }),
  )
  return withNotes(changed, ...notes)
}

const getHost = ({ host }: URL) => host.replace(/^www\./, '')
