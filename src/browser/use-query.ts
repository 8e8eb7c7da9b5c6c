/** A query (query.ts) as an island reads it. */
import type { FetcherStore } from '@nanostores/query'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { ApiFailure } from './api.ts'

/**
 * The answer, undefined as long as there is none, and words for the reader about why. The words stay
 * while it is tried again: what is said and unsaid every few seconds is read out every time. At the
 * first render nothing is known, as in the page that was built.
 */
export function useQuery<Data>($store: FetcherStore<Data, ApiFailure>): {
  readonly data: Data | undefined
  readonly problem: string
} {
  const { data, error, loading } = useStore($store, { ssr: 'initial' })
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if (!loading) setProblem(error?.message ?? '')
  }, [loading, error])
  return { data, problem: data === undefined ? problem : '' }
}
