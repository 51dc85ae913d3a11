/** Choosing and uploading files, in Spanish. */
import type { media as english } from '../en/media.ts';

export const media: typeof english = {
  chooseFor: (what) => `Elegir o subir: ${what}`,
  choose: 'Elegir o subir un archivo',
  limits: (onlyPictures) =>
    `JPEG, PNG o GIF${onlyPictures ? '' : ', MP4 o WebM, PDF'}; hasta 100 MiB. Cuanto más pequeño, antes se carga.`,
  upload: 'Subir un archivo',
  none: 'Aún no se ha subido nada.',
  uploaded: 'Archivos subidos',
};
