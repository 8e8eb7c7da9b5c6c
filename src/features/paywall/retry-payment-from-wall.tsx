import { createRoot, type Root } from 'react-dom/client'
import { retryPayment } from '../billing/retry-payment-store.ts'
import RetryPaymentStatus from './RetryPaymentStatus.tsx'

let root: Root | undefined

export async function retryPaymentFromWall(frame: HTMLElement) {
  if (!root) {
    const container = document.createElement('div')
    frame.append(container)
    root = createRoot(container)
  }
  root.render(<RetryPaymentStatus retry={{ state: 'trying' }} />)
  root.render(<RetryPaymentStatus retry={await retryPayment()} />)
}
