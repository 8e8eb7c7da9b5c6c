import type { Capability } from '../capability.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { getAudio } from './audio-handler.ts'
import { downloadImage } from './image-download.ts'
import { createImageHandler } from './image-handler.ts'
import type { ImagesDeps } from './images-deps.ts'
import { removeImage } from './remove-image.ts'
import { storeImage } from './store-image.ts'

const createServices = () => ({ getImage: createImageHandler() })

type Deps = ImagesDeps & ReturnType<typeof createServices>

export const images = {
  routes: {
    'PUT /api/media/:id': storeImage,
    'GET /api/media/:id': downloadImage,
    'DELETE /api/media/:id': removeImage,
  },
  pages: {
    // Other addresses below /audio may be the old site's.
    'GET /audio/:id{[a-z0-9-]+-[0-9a-f]+}': [getAudio],
    'GET /images/:id/:size': [(context: EdgeContext<Deps>) => context.var.deps.getImage(context)],
  },
  services: createServices,
} satisfies Capability
