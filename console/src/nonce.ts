/** The nonce of this page's content-security policy: whatever makes a `<style>` at run time must put it there. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// Where the scroll lock beneath Mantine's dialogs looks for it.
Object.assign(window, { __webpack_nonce__: nonce });
