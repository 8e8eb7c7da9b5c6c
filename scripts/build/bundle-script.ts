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
    build: {
      write: false,
      target,
      lib: { entry, formats: ['iife'], name: 'script' },
      // Without this, the unused plan tables stay in the bundle.
      rolldownOptions: {
        treeshake: { propertyReadSideEffects: false, manualPureFunctions: ['Object.keys'] },
      },
    },
  })
  const [result] = [bundled].flat()
  if (!result || !('output' in result)) throw new Error(`${entry} couldn’t be bundled.`)
  return result.output[0].code.trim()
}

/** Runs before the first paint, in the head of every page (src/layouts/Head.astro). */
export const bundlePrePaintScript = () =>
  bundleScript('src/layouts/pre-paint-script.ts', { target: 'es2022' })

/** Runs after the placeholder for a story's closed part. */
export const bundleEarlyBodyScript = () =>
  bundleScript('src/features/paywall/early-body-script.ts', { target: 'es2022' })

export async function bundleStyles(source: string, target: string[]): Promise<string> {
  const entry = '\0styles.css'
  const bundled = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'styles',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: { write: false, cssTarget: target, rolldownOptions: { input: entry } },
  })
  const [result] = [bundled].flat()
  const styles =
    result && 'output' in result
      ? result.output.find(({ fileName }) => fileName.endsWith('.css'))
      : undefined
  if (styles?.type !== 'asset') throw new Error('Styles couldn’t be bundled.')
  return String(styles.source).trim()
}
