export const listFiles = (data: DataTransfer | null): readonly File[] =>
  [...(data?.files ?? [])].filter(
    ({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name),
  )

/** Takes files that are dropped anywhere on the page. `sign` is shown while files are dragged over it. */
export function watchDrops(sign: HTMLElement, onFiles: (files: readonly File[]) => void) {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    sign.hidden = false
  })
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) sign.hidden = true
  })
  addEventListener('drop', (event) => {
    sign.hidden = true
    if (!hasFiles(event)) return
    event.preventDefault()
    onFiles([...(event.dataTransfer?.files ?? [])])
  })
}
