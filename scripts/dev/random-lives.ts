import { devEnvironment } from './dev-environment.ts'

/**
 * Returns the number of random lives or cases that a slow property test tries: `inTests` in `npm test`, which has the
 * same seed in every run, and many times as many in `npm run random-lives`.
 */
export const countLives = (inTests: number): number =>
  inTests * Number(devEnvironment.RANDOM_LIVES_FACTOR)
