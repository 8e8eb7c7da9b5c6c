/** Asks for an unknown country when something that depends on it is near the window. */
import { fetchCountry } from './country.ts'
import { whenNear } from './when-near.ts'

whenNear('[data-prices-for], [data-by-country]', fetchCountry)
