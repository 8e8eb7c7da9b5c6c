/** The command that checks a project's types, with the native compiler, which Astro's checker can't use yet. */

/** Uses one thread, because other checks run beside it: several threads take twice the processor time. */
export const listTypesArguments = (project: string): readonly string[] => [
  'node_modules/typescript-7/bin/tsc',
  '--noEmit',
  '--singleThreaded',
  '--project',
  project,
]

/** Go collects garbage near this limit only, which halves the processor time. */
export const typesEnvironment = { GOGC: 'off', GOMEMLIMIT: '2GiB' }
