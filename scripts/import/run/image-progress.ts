/** Shows on the progress bar how many pictures and recordings were fetched, and names the first that failed. */
import { type ProgressBar, stripControlCharacters } from '../../desk/command-line/terminal.ts'
import type { ImageProblem } from './import-images.ts'

/** The number of failures shown; the report names all of them. */
const maxNamedFailures = 20

export function createImageProgress(
  progressBar: Pick<ProgressBar, 'setDetail' | 'note'>,
): (src: string, failure: ImageProblem | null) => void {
  let fetched = 0
  let failed = 0
  return (src, failure) => {
    if (failure) failed++
    else fetched++
    progressBar.setDetail(
      `${fetched} ${fetched === 1 ? 'file' : 'files'}${failed > 0 ? `, ${failed} failed` : ''}`,
    )
    if (!failure || failed > maxNamedFailures + 1) return
    progressBar.note(
      failed > maxNamedFailures
        ? 'More files failed. The report names all of them.'
        : stripControlCharacters(`File ${src} ${failure.reason}`),
    )
  }
}
