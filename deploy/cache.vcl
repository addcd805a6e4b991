# Varnish keeps the lists for as long as CACHE_CONTROL says, until examples/webhooks/purge.js bans them.
# Included after your backend.
acl receivers { "127.0.0.1"; }

sub vcl_recv {
    if (req.method == "BAN") {
        if (client.ip !~ receivers) { return (synth(403)); }
        ban("obj.http.x-url ~ ^" + regsuball(req.url, "[.]", "[.]"));
        return (synth(200));
    }
}

sub vcl_backend_response { set beresp.http.x-url = bereq.url; }
sub vcl_deliver { unset resp.http.x-url; }
