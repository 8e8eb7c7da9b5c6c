import { devEnvironment } from './dev-environment.ts'

/**
 * Random lives or cases that a slow property test tries: `inTests` in `npm test`, the same in every run, and many times as
 * many by `npm run random-lives`.
 */
export const countLives = (inTests: number): number =>
  inTests * Number(devEnvironment.RANDOM_LIVES_FACTOR)
