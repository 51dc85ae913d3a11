/** Choosing and uploading files. */
export const media = {
  chooseFor: (what: string) => `Choose or upload: ${what}`,
  choose: 'Choose or upload a file',
  limits: (onlyPictures: boolean) =>
    `JPEG, PNG or GIF${onlyPictures ? '' : ', MP4 or WebM, PDF'}; up to 100 MiB. Smaller loads faster.`,
  upload: 'Upload a file',
  none: 'Nothing has been uploaded yet.',
  uploaded: 'Uploaded files',
};
