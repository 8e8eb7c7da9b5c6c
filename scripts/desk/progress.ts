/** How far long work is: a bar on a terminal, elsewhere a plain line now and then. */

export type Progress = {
  advance(by?: number): void
  /** Once the work is done, or has failed. */
  end(): void
}

const width = 30
/** Milliseconds between two looks of the bar, and between two plain lines. */
const [barEvery, lineEvery] = [80, 10_000]

/** `total` is null where it is not known. Written to standard error: answers go to the other. */
export function progress(
  doing: string,
  total: number | null,
  out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Progress {
  let done = 0
  let shown = Date.now()
  const state = () => (total === null ? `${done}` : `${done} of ${total}`)
  const draw = () => {
    const filled = total ? Math.round((Math.min(done, total) / total) * width) : 0
    const bar = total === null ? '' : `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `
    out.write(`\r${bar}${doing} ${state()}\x1b[K`)
  }
  return {
    advance(by = 1) {
      done += by
      const now = Date.now()
      if (now - shown < (out.isTTY ? barEvery : lineEvery)) return
      shown = now
      if (out.isTTY) draw()
      else out.write(`${doing}: ${state()}\n`)
    },
    end() {
      // The line is free again for what comes next.
      if (out.isTTY) out.write('\r\x1b[K')
    },
  }
}
