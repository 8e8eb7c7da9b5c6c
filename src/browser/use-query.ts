import type { FetcherStore } from '@nanostores/query'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { ApiFailure } from './api.ts'

/** `errorMessage` doesn't change during retries, so that screen readers don't announce it every few seconds. */
export function useQuery<Data>($store: FetcherStore<Data, ApiFailure>): {
  readonly data: Data | undefined
  readonly errorMessage: string
} {
  const { data, error, loading } = useStore($store, { ssr: 'initial' })
  const [errorMessage, setErrorMessage] = useState('')
  useEffect(() => {
    if (!loading) setErrorMessage(error?.message ?? '')
  }, [loading, error])
  return { data, errorMessage: data === undefined ? errorMessage : '' }
}
