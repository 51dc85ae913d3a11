/** What stays while pages change, in Spanish. */
import type { shell as english } from '../en/shell.ts';

export const shell: typeof english = {
  skip: 'Saltar al contenido',
  startPage: 'Parley, página de inicio',
  openNavigation: 'Abrir la navegación',
  closeNavigation: 'Cerrar la navegación',
  lightColours: 'Cambiar a los colores claros',
  darkColours: 'Cambiar a los colores oscuros',

  console: 'Consola',
  start: 'Inicio',
  brands: 'Marcas y agentes',
  connectors: 'Conectores',
  developer: 'Desarrollo',
  auditLog: 'Registro de auditoría',
  guides: 'Guías',
  reference: 'Referencia de la API',

  agent: 'Agente',
  overview: 'Resumen',
  flow: 'Flujo',
  phone: 'Teléfono',
  conversations: 'Conversaciones',
  events: 'Eventos',
  failures: 'Fallos',

  operatorKey: 'Clave del operador',
  logIn: 'Iniciar sesión',
  logInAt: (name) => `Iniciar sesión con ${name}`,
  logInFaults: {
    refused: 'El proveedor no te ha dejado entrar, o cancelaste. Aquí no ha cambiado nada.',
    failed:
      'No se llega al proveedor, o su respuesta no se pudo verificar. El motivo está en el registro del servicio.',
    strayed: 'Este inicio de sesión no empezó en este navegador, o hace más de diez minutos. Empiézalo de nuevo.',
    unverified: 'El proveedor no dice que tu correo esté verificado, así que no es seguro que seas tú.',
    unknown: 'Nadie con tu correo puede iniciar sesión aquí. Alguien con el rol de propiedad puede invitarte con él.',
    tooMany: 'Demasiados inicios de sesión fallidos desde tu red. Inténtalo de nuevo en un minuto.',
  },
  logInAgain: 'Inicia sesión de nuevo',
  sessionEnded: 'Tu sesión ha terminado. Inicia sesión para seguir donde lo dejaste.',
  withKey:
    'Con tu correo electrónico y tu contraseña, o con la clave del operador, del archivo que se indica al arrancar: {file}, si no elegiste otro lugar. {open} muestra un enlace con el que no hace falta nada más.',
  programs: 'Los programas inician sesión con credenciales: consulta la {reference}.',
  logOut: 'Cerrar sesión',
  askLogOut: '¿Cerrar la sesión?',
  keepsUnsaved: 'Este navegador conserva tus cambios sin guardar durante una semana:',
  andMore: (count) => `y ${count} más`,
  discardUnsaved: 'Descartarlos: otras personas usan este navegador',

  notShown: 'No se pudo mostrar esta página',
  notFound: 'No encontrada',
  noPage: 'No hay ninguna página en esta dirección',
  noPageReason: 'Puede que esté mal escrita o que la página se haya movido.',
  toStart: 'Ir a la página de inicio',
};
