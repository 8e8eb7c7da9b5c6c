import { build } from 'vite'

type Options = {
  readonly define?: Readonly<Record<string, string>>
  readonly target: string | string[]
}

export async function bundleScript(entry: string, { define, target }: Options): Promise<string> {
  const bundled = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { ...define },
    build: { write: false, target, lib: { entry, formats: ['iife'], name: 'script' } },
  })
  const [result] = [bundled].flat()
  if (!result || !('output' in result)) throw new Error(`${entry} couldn’t be bundled.`)
  return result.output[0].code.trim()
}

/** Before the first paint, in the head of every page (src/layouts/Head.astro). */
export const bundleReaderHintScript = () =>
  bundleScript('src/layouts/reader-hint-script.ts', { target: 'es2022' })
