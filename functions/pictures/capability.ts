import type { Capability } from '../capability.ts'
import { createDeskPageHandler } from '../desk/desk-pages.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { listPictures } from './list-pictures.ts'
import { pictureData } from './picture-data.ts'
import { changePictureRecord, getPicture } from './picture-handlers.ts'
import { loadPicturePage, loadPicturesPage } from './pictures-page.ts'
import { replacePicture } from './replace-picture.ts'
import {
  getUpload,
  storeDeskPicture,
  storeDeskRecording,
  storeUploadPart,
} from './upload-handlers.ts'

const limit = limitPageRequests('desk')

export const pictures = {
  routes: {
    'GET /api/desk/pictures': listPictures,
    'GET /api/desk/pictures/:id': getPicture,
    'PATCH /api/desk/pictures/:id': changePictureRecord,
    'POST /api/desk/pictures/:id/replace': replacePicture,
    'GET /api/desk/uploads/:upload': getUpload,
    'PUT /api/desk/uploads/:upload/:part': storeUploadPart,
    'POST /api/desk/pictures': storeDeskPicture,
    'POST /api/desk/recordings': storeDeskRecording,
  },
  pages: {
    'GET /desk/pictures': [limit, createDeskPageHandler('drafts', loadPicturesPage)],
    'GET /desk/pictures/:id': [limit, createDeskPageHandler('drafts', loadPicturePage)],
  },
  personalData: [pictureData],
} satisfies Capability
