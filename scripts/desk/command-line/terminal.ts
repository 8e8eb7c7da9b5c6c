/** Output on a terminal: progress of long work, and text without control characters. */

export type ProgressBar = {
  advance(by?: number): void
  /** Shows a few words behind the count until the next call. */
  setDetail(detail: string): void
  /** Writes a permanent line above the bar. */
  note(line: string): void
  /** Must be called after success and after failure. */
  end(): void
}

const width = 30
/** Milliseconds between two updates of the bar, and between two plain lines. */
const [barInterval, lineInterval] = [80, 10_000]

/**
 * Shows a bar on a terminal, otherwise occasional plain lines. `total` is null if unknown. Uses standard error, because
 * results are printed to standard output.
 */
export function createProgressBar(
  label: string,
  total: number | null,
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): ProgressBar {
  let done = 0
  let detail = ''
  let lastShownAt = Date.now()
  const formatState = () =>
    (total === null ? `${done}` : `${done} of ${total}`) + (detail && `, ${detail}`)
  const draw = () => {
    const filled = total ? Math.round((Math.min(done, total) / total) * width) : 0
    const bar = total === null ? '' : `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `
    output.write(`\r${bar}${label} ${formatState()}\x1b[K`)
  }
  const show = () => {
    const now = Date.now()
    if (now - lastShownAt < (output.isTTY ? barInterval : lineInterval)) return
    lastShownAt = now
    if (output.isTTY) draw()
    else output.write(`${label}: ${formatState()}\n`)
  }
  return {
    advance(by = 1) {
      done += by
      show()
    },
    setDetail(text) {
      detail = text
      show()
    },
    note(line) {
      output.write(output.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`)
    },
    end() {
      // Clears the line.
      if (output.isTTY) output.write('\r\x1b[K')
    },
  }
}

/** Text of documents and manuscripts must not move the cursor, colour lines or hide them. */
export function stripControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === '\n' || character === '\t' ? character : '\ufffd',
  )
}

export const printText = (text: string) => console.log(stripControlCharacters(text))

/** Formats a table: text in the first column, numbers in the others. */
export function alignColumns(lines: readonly (readonly string[])[]): string[] {
  const widths = lines[0]!.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)))
  return lines.map((line) =>
    line
      .map((text, index) =>
        index === 0 ? text.padEnd(widths[index]!) : text.padStart(widths[index]!),
      )
      .join('  ')
      .trimEnd(),
  )
}
