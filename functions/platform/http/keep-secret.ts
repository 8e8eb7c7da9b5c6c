/** For pages whose address is a secret: anyone who has it can use what it leads to. */
export function keepSecret(response: Response): Response {
  response.headers.set('Referrer-Policy', 'no-referrer')
  response.headers.set('X-Robots-Tag', 'noindex')
  response.headers.set('Cache-Control', 'no-store')
  return response
}
