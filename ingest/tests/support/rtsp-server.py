# An RTSP server of GStreamer's for tests: `rtsp-server.py FILE PORT [USER PASSWORD]` serves an MP4 of H.264 and AAC at
# rtsp://127.0.0.1:PORT/film, and prints a line once it listens. Each client gets the film once, from its start.
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer

Gst.init(None)
server = GstRtspServer.RTSPServer(address="127.0.0.1", service=sys.argv[2])
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    f"( filesrc location={sys.argv[1]} ! qtdemux name=film"
    " film.video_0 ! queue ! rtph264pay name=pay0 pt=96 config-interval=-1"
    " film.audio_0 ! queue ! rtpmp4gpay name=pay1 pt=97 )"
)
if len(sys.argv) > 3:
    auth = GstRtspServer.RTSPAuth()
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "user")
    basic = GstRtspServer.RTSPAuth.make_basic(sys.argv[3], sys.argv[4])
    auth.add_basic(basic, token)
    server.set_auth(auth)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role("user", "media.factory.access", True)
    permissions.add_permission_for_role("user", "media.factory.construct", True)
    factory.set_permissions(permissions)
server.get_mount_points().add_factory("/film", factory)
server.attach(None)
print("listening", flush=True)
GLib.MainLoop().run()
