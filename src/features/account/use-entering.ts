/** A form by which readers come in: where it stands, what went wrong, and where it leads. */
import { useEffect, useState } from 'react'
import { wantedReturn } from './return-address.ts'
import type { SignedIn } from './sign-in.ts'

/** `starting` until the script runs: before, its button would send the form to an address that takes none. */
export type Entering = 'starting' | 'idle' | 'submitting' | 'done'

export function useEntering() {
  const [state, setState] = useState<Entering>('starting')
  const [problem, setProblem] = useState('')

  useEffect(() => setState('idle'), [])

  /** Goes on where the reader wanted to be; else what was typed stays, with words about why. */
  async function enter(way: (wanted: string | null) => SignedIn) {
    setState('submitting')
    setProblem('')
    const result = await way(wantedReturn(location.search))
    if (!result.ok) {
      setProblem(result.failure)
      return setState('idle')
    }
    setState('done')
    location.assign(result.value)
  }

  return { state, problem, enter }
}
